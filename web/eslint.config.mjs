// eslint.config.mjs - what the linter looks for: mistakes, and functions and files that grow.

import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["node_modules/"] },
  ...tseslint.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "max-lines": ["error", { max: 800 }],
      "max-lines-per-function": ["error", { max: 120 }],
      "max-params": ["error", { max: 7 }],
      "no-constant-condition": ["error", { checkLoops: false }],
      "no-unreachable": "error",
      "no-self-compare": "error",
      "no-shadow": "off",
      "@typescript-eslint/no-shadow": "error",
      "no-unused-expressions": "off",
      "@typescript-eslint/no-unused-expressions": "error",
      "@typescript-eslint/no-unused-vars": ["error", { varsIgnorePattern: "^_" }],
      "prefer-const": "error",
    },
  },
);
