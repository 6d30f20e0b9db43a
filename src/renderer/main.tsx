// Starts the page.
import "./state/schemas.ts";
import "./theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { applyAppearance } from "./state/appearance.ts";
import { App } from "./app/app.tsx";
import { CrashScreen } from "./app/crash-screen.tsx";
import { onOpen } from "./state/bridge.ts";
import { followCommands } from "./state/desktop.ts";
import { followEvents } from "./state/live.ts";
import { createQueryClient } from "./state/queries.ts";
import { openWanted } from "./state/open-wanted.ts";

const client = createQueryClient();
followEvents(client);
applyAppearance(document.documentElement);
followCommands();
// From the tray, a notification or a link: straight to the card or the entry.
onOpen(openWanted);

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element to draw into.");
createRoot(root).render(
  <StrictMode>
    <CrashScreen>
      <QueryClientProvider client={client}>
        <App />
      </QueryClientProvider>
    </CrashScreen>
  </StrictMode>,
);
