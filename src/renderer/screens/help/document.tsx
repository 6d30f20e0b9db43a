// One page of the documentation.
import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { Empty } from "../../components/empty.tsx";
import { helpScreen as labels } from "../../labels/desktop/desktop.ts";
import { loadPage, pageBehind } from "./pages.ts";

interface Children {
  readonly children?: ReactNode;
}

const OpenPage = createContext<(page: string) => void>(() => undefined);

const plugins = [remarkGfm];

/** The title of the screen is the first heading, so those of a page come one level lower. */
const components: Components = {
  a: Link,
  img: () => null,
  h1: ({ children }: Children) => <h2 className="title">{children}</h2>,
  h2: ({ children }: Children) => <h3>{children}</h3>,
  h3: ({ children }: Children) => <h4>{children}</h4>,
  table: Table,
  pre: Example,
  // A column without a heading has none.
  th: ({ children }: Children) => (children === undefined ? <td>{children}</td> : <th scope="col">{children}</th>),
};

export function Document({ page, onOpen }: { page: string; onOpen: (page: string) => void }) {
  const text = useQuery({ queryKey: ["help", page], queryFn: () => loadPage(page) });
  if (text.error !== null) return <Empty title={labels.cannotBeRead}>{text.error.message}</Empty>;
  if (text.data === undefined) return null;
  return (
    <OpenPage value={onOpen}>
      <div className="selectable max-w-3xl">
        <Markdown remarkPlugins={plugins} components={components}>
          {text.data}
        </Markdown>
      </div>
    </OpenPage>
  );
}

/** Links between pages work; others are shown and lead nowhere, because the window opens no other pages. */
function Link({ href = "", children }: Children & { readonly href?: string | undefined }) {
  const open = useContext(OpenPage);
  const page = pageBehind(href);
  if (page === undefined) return <span title={href}>{children}</span>;
  return (
    <button type="button" className="text-accent underline" onClick={() => open(page)}>
      {children}
    </button>
  );
}

function Table({ children }: Children) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <div className="overflow-x-auto" tabIndex={0}>
      <table>{children}</table>
    </div>
  );
}

function Example({ children }: Children) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by key
    <pre tabIndex={0}>{children}</pre>
  );
}
