import { Link } from "react-router";
import { Clause, LegalPage } from "./legal-page.tsx";

/** Linked from sign-up. [1 §2] */
export default function Terms() {
  return (
    <LegalPage
      title="Terms"
      intro="This site runs Handbill, and whoever runs this site is the one you deal with. These are the rules that make it work for everybody."
    >
      <Clause title="Your account">
        <p>
          One account belongs to one musician or band. Give an email address that you read, and keep your
          password to yourself. Whatever is done with your account counts as done by you.
        </p>
      </Clause>
      <Clause title="Your work stays yours">
        <p>
          What you upload and write remains your own. By putting it on your page you allow this site to store
          it and to show and play it to whoever visits, and to let visitors download the tracks you have
          marked for download. Nothing else is done with it. Take it off your page, and that permission ends.
        </p>
      </Clause>
      <Clause title="Only what you may share">
        <p>
          Upload music, pictures and texts that you made, or that you have the right to publish. Don't use a
          page to deceive people, to attack them, to send spam, or for anything that is against the law.
        </p>
      </Clause>
      <Clause title="What we may do">
        <p>
          Whoever runs this site may take down what breaks these rules, and may close an account that keeps
          breaking them.
        </p>
      </Clause>
      <Clause title="No promises beyond care">
        <p>
          The site is run with care, but without a guarantee that it is always reachable. Keep your own copies
          of your recordings.
        </p>
      </Clause>
      <Clause title="Leaving">
        <p>
          You may stop at any time. Ask whoever runs this site to delete your account: everything stored for
          it goes with it. What that is stands in the{" "}
          <Link to="/privacy" className="text-link">
            privacy notice
          </Link>
          .
        </p>
      </Clause>
    </LegalPage>
  );
}
