import js from "@eslint/js";
import globals from "globals";

// What eslint recommends, for modules that run in Node or in a browser's worker. Only null is compared with ==, for null and undefined at once.
export default [
  js.configs.recommended,
  {
    languageOptions: { globals: globals.node },
    rules: {
      curly: "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-unused-vars": ["error", { varsIgnorePattern: "^_", argsIgnorePattern: "^_" }],
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
    },
  },
  { files: ["**/browser/harness/**"], languageOptions: { globals: globals.worker } },
];
