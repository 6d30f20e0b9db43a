// The pages of the documentation that are part of the application, in the order in which they help.
import { helpTitles } from "../../labels/desktop/desktop.ts";

/** Each becomes a file of its own, loaded when it is opened. */
const files = import.meta.glob<string>(["../../../../docs/*.md", "../../../../docs/protocol/*.md"], {
  query: "?raw",
  import: "default",
});

const folder = "../../../../docs/";

export interface HelpPage {
  /** Its path within the folder of documents. */
  readonly id: string;
  readonly title: string;
}

export const helpPages: readonly HelpPage[] = Object.entries(helpTitles)
  .map(([id, title]) => ({ id, title }))
  .filter(({ id }) => Object.hasOwn(files, `${folder}${id}`));

export function loadPage(id: string): Promise<string> {
  const load = files[`${folder}${id}`];
  return load === undefined ? Promise.reject(new Error(id)) : load();
}

/** The page a link of another page leads to; undefined for links that lead elsewhere. */
export function pageBehind(href: string): string | undefined {
  const path = href.replace(/#.*$/, "").replace(/^(?:\.\/|\.\.\/)+/, "");
  return helpPages.find(({ id }) => id === path || id === `protocol/${path}`)?.id;
}
