// copy-link.tsx - an address to be sent: shown, copied with one press, or handed to the device's
// own sharing.

import type { JSX } from "preact";
import { copy } from "../../files";
import { Icon } from "../icons";
import { notify } from "../notices";

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
        ? "The link is copied."
        : "This browser does not let the page copy: mark the link and copy it yourself.",
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
          aria-label={`Copy: ${words}`}
          onClick={() => void take()}
        >
          <Icon name="copy" /> Copy
        </button>
        {typeof navigator.share === "function" && (
          <button type="button" class="icon" aria-label={`Share: ${words}`} onClick={share}>
            <Icon name="share" />
          </button>
        )}
      </div>
    </div>
  );
}
