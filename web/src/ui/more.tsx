// more.tsx - what is wanted once in a game: its books, its picture, its links, alerts.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copy, download } from "../files";
import type { PlayedGame } from "../game";
import type { RemoteGame } from "../remote-game";
import { address } from "../router";
import { Dialog } from "./dialog";
import { Icon } from "./icons";
import { notify } from "./notices";
import { canAlert, wantAlerts } from "./online/alerts";
import { shareable } from "./online/words";
import { fileName } from "./tools";
import { useSetting } from "./use-setting";
import { PLAY } from "../words/play";

interface MoreProps {
  readonly game: PlayedGame;
  readonly dice: () => void;
  readonly close: () => void;
}

export function More({ game, dice, close }: MoreProps): JSX.Element {
  const { online } = game;
  const picture = (): void => {
    const name = `${fileName(game)}-${game.snapshot().standing.ply}.svg`;
    download(name, "image/svg+xml", game.picture());
    close();
  };
  return (
    <Dialog title={PLAY.more} close={close}>
      <ul class="more">
        {online !== undefined && <OnlineItems game={online} dice={dice} close={close} />}
        <li>
          <button class="plain" onClick={picture}>
            <Icon name="picture" /> {PLAY.savePicture}
          </button>
        </li>
        <li>
          <a href={address(["how", game.rules])}>
            <Icon name="help" /> {PLAY.howTo}
          </a>
        </li>
        <li>
          <a href={address(["rules", game.rules])}>
            <Icon name="book" /> {PLAY.rules}
          </a>
        </li>
        <li>
          <a href={address(["sheet", game.rules])}>
            <Icon name="ruler" /> {PLAY.sheet}
          </a>
        </li>
      </ul>
    </Dialog>
  );
}

function OnlineItems({
  game,
  dice,
  close,
}: {
  game: RemoteGame;
  dice: () => void;
  close: () => void;
}): JSX.Element {
  const share = async (): Promise<void> => {
    const link = shareable(`/game/${game.id}`);
    notify((await copy(link)) ? PLAY.linkCopied : link);
    close();
  };
  return (
    <>
      {game.mine !== undefined && <Alerts />}
      <li>
        <button class="plain" onClick={() => void share()}>
          <Icon name="eye" /> {PLAY.copyWatchLink}
        </button>
      </li>
      <li>
        <button class="plain" onClick={dice}>
          <Icon name="dice" /> {PLAY.proof}
        </button>
      </li>
      <li>
        <a href="#/mine">
          <Icon name="people" /> {PLAY.myGames}
        </a>
      </li>
    </>
  );
}

/** While the tab is open but hidden; mails and webhooks are of the account. */
function Alerts(): JSX.Element {
  const on = useSetting("alerts");
  const [denied, setDenied] = useState(!canAlert());
  useEffect(() => setDenied(!canAlert()), [on]);
  const press = async (): Promise<void> => {
    const given = await wantAlerts(!on);
    setDenied(!canAlert());
    if (given) notify(PLAY.callsNow);
  };
  return (
    <li>
      <button class="plain" aria-pressed={on} disabled={denied} onClick={() => void press()}>
        <Icon name="bell" />{" "}
        {on
          ? PLAY.calling
          : PLAY.callMe}
      </button>
      <p class="small muted">
        {denied
          ? PLAY.noCalls
          : `${PLAY.onlyWhileOpen} `}
        <a href="#/account">{PLAY.byMail}</a>
      </p>
    </li>
  );
}
