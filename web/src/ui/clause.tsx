// clause.tsx - a clause number wherever it stands: its gist beside it and on a click, its page one
// click further.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { clauseIn, tipOf } from "../glossary";
import { address } from "../router";
import { useSession } from "../session";
import { Dialog } from "./dialog";
import { OPTIONS } from "../words/options";

export function ClauseLink({
  game,
  id,
}: {
  game: string;
  id: string | undefined;
}): JSX.Element | null {
  const { engine } = useSession();
  const [open, setOpen] = useState(false);
  if (id === undefined || id === "") return null;
  const clause = clauseIn(engine.games.find((one) => one.id === game), id);
  const show = (event: Event): void => {
    event.preventDefault();
    event.stopPropagation();
    setOpen(true);
  };
  return (
    <>
      <button type="button" class="clause" data-tip={tipOf(clause)} onClick={show}>
        {id}
      </button>
      {open && (
        <Dialog
          title={clause === undefined ? id : `${id}: ${clause.title}`}
          close={() => setOpen(false)}
        >
          <p>{clause?.gist ?? OPTIONS.noGist}</p>
          <a class="button" href={address(["rules", game, id])}>{OPTIONS.readRule}</a>
        </Dialog>
      )}
    </>
  );
}
