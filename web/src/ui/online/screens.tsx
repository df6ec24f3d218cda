// screens.tsx - the addresses that need a server, and the screen of each.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Route } from "../../router";
import { Account } from "./account";
import { DicePage } from "./dice-page";
import { Mine } from "./mine";
import { Recover } from "./recover";
import { Join } from "./sit";
import { OnlineTable } from "./table";

/** Undefined: the address is none of these. */
export function onlineScreen(route: Route): JSX.Element | undefined {
  const [word = "", id = "", side = ""] = route.words;
  switch (word) {
    case "at":
      return <OnlineTable key={`${id}/${side}`} route={route} />;
    case "join":
      return <Join key={id} id={id} />;
    case "mine":
      return <Mine />;
    case "account":
      return <Account />;
    case "recover":
      return <Recover token={route.values.get("token")} />;
    case "dice":
      return <DicePage />;
    default:
      return undefined;
  }
}
