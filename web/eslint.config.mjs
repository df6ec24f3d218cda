// eslint.config.mjs - what the linter looks for: mistakes, and functions and files that grow.
// SPDX-License-Identifier: MIT

import tseslint from "typescript-eslint";

// Sentences stand in the catalogues of src/words; in a component they would be lost to another
// language.
const read = "/^(title|alt|label|words|where|named|placeholder|aria-(label|valuetext))$/";
const attribute = `JSXAttribute[name.name=${read}]`;
const look = "JSXAttribute[name.name='class']";
const sentences = [
  "JSXText[value=/[A-Za-z]{2}/]",
  "JSXElement > JSXExpressionContainer > Literal[value=/[a-z]{2}/i]",
  `${attribute} > Literal[value=/[a-z]{2}(?!.*:\\/\\/)/i]`,
  `${attribute} > JSXExpressionContainer > ConditionalExpression > Literal[value=/[a-z]{2}/i]`,
  "Literal[value=/^ ?[A-Z][a-z']*,? [a-z]/]",
  `:not(${look}, ${look} *) > Literal[value=/[a-z]{2,},? [a-z]{2,},? [a-z]+([ .,:;]|$)/]`,
  "TemplateElement[value.raw=/(^|[ .,])[A-Za-z][a-z']*[,.:]? [a-z]{2,}([ .,:;]|$)/]",
].map((selector) => ({ selector, message: "a sentence belongs into a catalogue of src/words" }));

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
  { files: ["src/**/*.tsx"], rules: { "no-restricted-syntax": ["error", ...sentences] } },
);
