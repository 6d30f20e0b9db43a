// How main, preload and renderer are built into out/.
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "electron-vite";

export default defineConfig({
  main: {
    build: {
      rollupOptions: {
        input: {
          index: "src/main/index.ts",
          // They run in threads, so each is a file of its own.
          "writer-worker": "src/main/store/writer-worker.ts",
          "index-worker": "src/main/store/index-worker.ts",
          "reader-worker": "src/main/store/reader-worker.ts",
          "history-worker": "src/main/history-worker.ts",
          "draft-worker": "src/main/draft-worker.ts",
          "trace-worker": "src/main/telemetry/otlp/worker.ts",
          "model-worker": "src/main/model/onnx-worker.ts",
          "wasm-worker": "src/main/sandbox/wasm-worker.ts",
        },
        output: { format: "es" },
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
      modulePreload: { polyfill: false },
      rollupOptions: { input: "src/renderer/index.html" },
    },
  },
});
