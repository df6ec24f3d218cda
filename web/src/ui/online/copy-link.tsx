// copy-link.tsx - an address to be sent: shown, copied with one press, or handed to the device's
// own sharing.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { copy } from "../../files";
import { Icon } from "../icons";
import { notify } from "../notices";
import { MINE } from "../../words/mine";
import { say } from "../../words/say";

interface CopyLinkProps {
  readonly id: string;
  readonly words: string;
  readonly link: string;
  readonly main?: boolean;
}

export function CopyLink({ id, words, link, main }: CopyLinkProps): JSX.Element {
  const take = async (): Promise<void> => {
    notify(
      (await copy(link))
        ? MINE.linkCopied
        : MINE.linkNotCopied,
    );
  };
  const share = (): void =>
    void navigator.share({ title: "grognard", text: words, url: link }).catch(() => undefined);
  return (
    <div class="asked">
      <label for={id}>{words}</label>
      <div class="with-button">
        <input
          id={id}
          class="mono"
          type="text"
          readOnly
          value={link}
          onFocus={(event) => event.currentTarget.select()}
        />
        <button
          type="button"
          class={main === true ? "main" : ""}
          aria-label={say(MINE.copyOf, { what: words })}
          onClick={() => void take()}
        >
          <Icon name="copy" /> {MINE.copy}
        </button>
        {typeof navigator.share === "function" && (
          <button type="button" class="icon" aria-label={say(MINE.shareOf, {
            what: words,
          })} onClick={share}>
            <Icon name="share" />
          </button>
        )}
      </div>
    </div>
  );
}
