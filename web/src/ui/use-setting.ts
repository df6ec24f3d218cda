// use-setting.ts - a component that follows what the visitor has chosen.

import { useEffect, useState } from "preact/hooks";
import type { Settings } from "../settings";
import { onChoice, setting } from "../settings";

export function useSetting<K extends keyof Settings>(key: K): Settings[K] {
  const [value, setValue] = useState(() => setting(key));
  useEffect(() => onChoice(() => setValue(setting(key))), [key]);
  return value;
}
