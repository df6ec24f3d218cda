// command.tsx - the command box: an order in notation, completed from what is offered.
// SPDX-License-Identifier: MIT

import type { JSX, RefObject } from "preact";
import { useState } from "preact/hooks";
import { completions } from "../choice";
import type { Offer } from "../engine-types";
import { Icon } from "./icons";
import { PLAY } from "../words/play";
import { say } from "../words/say";

interface CommandProps {
  readonly offers: readonly Offer[];
  readonly input: RefObject<HTMLInputElement | null>;
  readonly look: (action: string | undefined) => void;
  readonly act: (action: string) => Promise<boolean>;
  readonly how: string | undefined; // how orders are written now
}

const SHOWN = 40;

export function Command({ offers, input, look, act, how }: CommandProps): JSX.Element {
  const [text, setText] = useState("");
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const found = open ? completions(offers, text, SHOWN) : [];
  const chosen = found[at]?.action;
  const whole = chosen ?? found[0]?.action ?? text; // what Tab completes it to

  const show = (index: number): void => {
    setAt(index);
    look(found[index]?.action);
  };
  const type = (typed: string): void => {
    setText(typed);
    setAt(-1);
    setOpen(true);
    look(offers.some((offer) => offer.action === typed.trim()) ? typed.trim() : undefined);
  };
  const give = async (action: string): Promise<void> => {
    if (action.trim() === "") return;
    if (!(await act(action.trim()))) return;
    setText("");
    setOpen(false);
    setAt(-1);
  };
  const key = (event: KeyboardEvent): void => {
    if (event.key === "ArrowDown" && found.length > 0) show((at + 1) % found.length);
    else if (event.key === "ArrowUp" && found.length > 0)
      show((at - 1 + found.length) % found.length);
    else if (event.key === "Tab" && !event.shiftKey && text !== "" && whole !== text)
      type(whole); // and when nothing is left to complete, Tab goes on
    else if (event.key === "/" && text === "")
      look(undefined); // it leads here, and is no part of an order
    else if (event.key === "Escape") {
      if (open && found.length > 0) setOpen(false);
      else input.current?.blur();
      look(undefined);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <form
      class="command"
      onSubmit={(event) => {
        event.preventDefault();
        void give(chosen ?? text);
      }}
    >
      {found.length > 0 && (
        <ul class="complete" id="completions" role="listbox" aria-label={PLAY.possibleOrders}>
          {found.map(({ action, words }, index) => (
            <li
              key={action}
              id={`completion-${index}`}
              role="option"
              aria-selected={index === at}
              onMouseEnter={() => show(index)}
              onMouseDown={(event) => {
                event.preventDefault();
                type(action);
                setOpen(false);
                input.current?.focus();
              }}
            >
              <span>{action}</span> <small>{words}</small>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="text"
        value={text}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
        placeholder={PLAY.typeOrder}
        aria-label={say(PLAY.notation, { how: how ?? "" })}
        title={how ?? PLAY.typeOrder}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls="completions"
        aria-autocomplete="list"
        {...(chosen !== undefined && { "aria-activedescendant": `completion-${at}` })}
        onInput={(event) => type(event.currentTarget.value)}
        onKeyDown={key}
        onFocus={() => setOpen(text !== "")}
        onBlur={() => {
          setOpen(false);
          look(undefined);
        }}
      />
      <button class="icon" aria-label={PLAY.giveOrder} title={PLAY.giveOrder} type="submit">
        <Icon name="check" />
      </button>
    </form>
  );
}
