import { useEffect, useEffectEvent, useRef } from "react";

/** Calls `onAnswer` once for each answer of a form's action, as `actionData` or a fetcher's `data` bring them. */
export function useAnswer<Answer>(
  answer: Answer | undefined,
  onAnswer: (answer: NonNullable<Answer>) => void,
): void {
  const seen = useRef<Answer>(undefined);
  const onNewAnswer = useEffectEvent(onAnswer);
  useEffect(() => {
    if (answer === seen.current) return;
    seen.current = answer;
    if (answer) onNewAnswer(answer);
  }, [answer]);
}
