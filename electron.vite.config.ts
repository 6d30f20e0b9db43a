// How main, preload and renderer are built into out/.
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";
import { shippedFileHashes } from "./scripts/shipped-hashes.ts";
import { workerInputs } from "./src/main/workers/entries.ts";

export default defineConfig({
  main: {
    define: { __SHIPPED_FILES__: JSON.stringify(shippedFileHashes("resources")) },
    build: {
      // Written in JavaScript alone: one file with what is used of them starts faster than the hundreds they come in.
      externalizeDeps: {
        exclude: [
          "@marcbachmann/cel-js",
          "csv-stringify",
          "js-yaml",
          "jsonc-parser",
          "smol-toml",
          "unbash",
          "yaml",
          "zod",
        ],
      },
      rollupOptions: {
        // Optional dependencies are not left outside by themselves, and this one loads native code beside it.
        external: ["onnxruntime-node"],
        input: {
          index: "src/main/index.ts",
          cli: "src/cli/gatehouse.ts",
          headless: "src/main/headless.ts",
          mcp: "src/mcp/run.ts",
          sdk: "sdk/typescript/src/index.ts",
          ...workerInputs(),
        },
        // All in one folder, where workerUrl() looks for the threads.
        output: { format: "es", chunkFileNames: "[name]-[hash].js" },
      },
    },
  },
  preload: {
    build: {
      externalizeDeps: false,
      // A sandboxed preload is one CommonJS file.
      rollupOptions: {
        input: { index: "src/preload/index.ts" },
        output: { format: "cjs", entryFileNames: "[name].cjs" },
      },
    },
  },
  renderer: {
    root: "src/renderer",
    // The page runs in one browser only, ours: no rewriting for older ones.
    plugins: [react(), tailwindcss({ optimize: false })],
    build: {
      // Fonts and images stay files: the content security policy allows no data: addresses.
      assetsInlineLimit: 0,
      // V8 keeps the source of what runs: less of it is less memory.
      minify: true,
      modulePreload: { polyfill: false },
      rollupOptions: { input: ["src/renderer/index.html", "src/renderer/popover.html"] },
    },
  },
});
