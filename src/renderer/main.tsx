// Starts the page.
import "./theme.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { CrashScreen } from "./app/crash-screen.tsx";
import { followEvents } from "./live.ts";
import { createQueryClient } from "./queries.ts";

const client = createQueryClient();
followEvents(client);

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
