import { standardName } from "~/shared/site-name";

/**
 * A handbill with tear-off tabs, one of them taken, and the name in wood type where there is room for it: drawn, or an
 * installation's own in letters.
 */
export function Logo({ name, isRoomy = false }: { name: string; isRoomy?: boolean }) {
  return (
    <span aria-hidden="true" className="flex items-center gap-1.5">
      <svg viewBox="0 0 22 24" fill="currentColor" aria-hidden="true" className="h-5.5 w-auto">
        <path
          d="M0 0H22V16H0ZM3.5 3.5V6.5H18.5V3.5ZM3.5 9.5V11.5H13V9.5ZM0 17.5H4.4V24H0ZM5.9 17.5H10.3V24H5.9ZM17.6 17.5H22V24H17.6ZM11.8 17.5H16.1V19L15 18.6 13.9 19.4 12.9 18.7 11.8 19.2Z"
          fillRule="evenodd"
        />
      </svg>
      {name === standardName ? <Wordmark /> : <Name isRoomy={isRoomy}>{name}</Name>}
    </span>
  );
}

function Wordmark() {
  return (
    <svg
      viewBox="0 0 127 24"
      fill="currentColor"
      aria-hidden="true"
      className="hidden h-5.5 w-auto min-[24rem]:block"
    >
      <path d="M1.5 24V-0.1H7.4V9.3H10.4V-0.1H16.3V24H10.4V14.3H7.4V24ZM17.8 24 22.8 -0.1H30.9L35.8 24H29.6L29 20H24.4L23.8 24ZM25.1 15.1H28.3L27.4 9.2Q27.4 8.9 27.3 8.4Q27.3 7.9 27.2 7.3Q27.1 6.7 27 6.1Q26.9 5.5 26.9 5H26.6Q26.5 5.6 26.4 6.4Q26.3 7.2 26.2 7.9Q26.2 8.7 26.1 9.2ZM37.3 24V-0.1H43L45.8 8.4Q45.9 8.8 46 9.2Q46.1 9.5 46.3 10Q46.4 10.4 46.5 10.9H46.7Q46.7 10.3 46.7 9.6Q46.7 9 46.7 8.4V-0.1H52.3V24H46.6L43.8 15.5Q43.6 14.8 43.5 14.1Q43.3 13.4 43.1 12.7H42.9Q42.9 13.3 42.9 14.1Q42.9 14.8 42.9 15.5V24ZM55.3 24V-0.1H62.9Q65.8 -0.1 67.4 1.2Q69.1 2.5 69.7 5.1Q70.4 7.7 70.4 11.9Q70.4 16 69.7 18.7Q69 21.4 67.3 22.7Q65.7 24 62.8 24ZM61.1 18.9H62.4Q63 18.9 63.4 18.7Q63.8 18.4 64 17.9Q64.3 17.3 64.3 16.4Q64.4 15.5 64.4 14.1V10.3Q64.4 8.9 64.3 8Q64.3 7 64 6.3Q63.8 5.7 63.4 5.3Q63 5 62.4 5H61.1ZM73 24V-0.1H81.5Q83.5 -0.1 84.9 0.6Q86.3 1.3 87 2.6Q87.8 3.8 87.8 5.7Q87.8 7.2 87.3 8.3Q86.9 9.5 86.1 10.2Q85.3 11 84.3 11.4V11.6Q85.4 11.9 86.3 12.6Q87.2 13.2 87.7 14.3Q88.2 15.4 88.2 17.1Q88.2 19.3 87.3 20.9Q86.3 22.4 84.7 23.2Q83 24 80.8 24ZM78.7 18.9H80.6Q81.4 18.9 81.9 18.2Q82.3 17.6 82.3 16.3Q82.3 15.7 82.1 15.2Q82 14.7 81.6 14.4Q81.2 14.1 80.6 14.1H78.7ZM78.7 9.5H80.4Q81 9.5 81.3 9.2Q81.7 8.9 81.9 8.3Q82.1 7.8 82.1 7Q82.1 6 81.6 5.4Q81.2 4.8 80.4 4.8H78.7ZM90.1 24V-0.1H96V24ZM99 24V-0.1H104.8V18.9H111.8V24ZM113.7 24V-0.1H119.6V18.9H126.6V24Z" />
    </svg>
  );
}

/** Beside a bar full of links it has no more room than the drawn name. */
function Name({ isRoomy, children }: { isRoomy: boolean; children: string }) {
  return (
    <span
      dir="auto"
      className={`wood-type max-w-[min(7.25rem,30vw)] truncate py-1 text-2xl ${isRoomy ? "sm:max-w-48" : ""}`}
    >
      {children}
    </span>
  );
}
