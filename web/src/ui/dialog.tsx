// dialog.tsx - a modal dialog: the browser keeps the focus inside and closes it on Escape.
// SPDX-License-Identifier: MIT

import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "./icons";
import { START } from "../words/start";

interface DialogProps {
  readonly title: string;
  readonly close: () => void;
  readonly children: ComponentChildren;
}

export function Dialog({ title, close, children }: DialogProps): JSX.Element {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    element.current?.showModal();
  }, []);
  return (
    <dialog
      ref={element}
      aria-label={title}
      onClose={close}
      onClick={(event) => event.target === element.current && element.current?.close()}
    >
      <div class="body">
        <div class="top">
          <h2>{title}</h2>
          <button
            class="plain icon"
            aria-label={START.close}
            onClick={() => element.current?.close()}
          >
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  );
}
