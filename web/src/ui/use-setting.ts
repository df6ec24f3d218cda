// use-setting.ts - a component that follows what the visitor has chosen.
// SPDX-License-Identifier: MIT

import { useLayoutEffect, useState } from "preact/hooks";
import type { Settings } from "../settings";
import { onChoice, setting } from "../settings";

export function useSetting<K extends keyof Settings>(key: K): Settings[K] {
  const [value, setValue] = useState(() => setting(key));
  useLayoutEffect(() => onChoice(() => setValue(setting(key))), [key]);
  return value;
}
