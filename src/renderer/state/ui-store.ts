// Interface state: where the user is and what is selected. What the engine knows is in the query cache, not here.
import { create } from "zustand";
import type { ConnectorScope } from "../../shared/contract/connector.ts";
import type { ActivityFilter, RangeName } from "../lib/activity-filter.ts";

export type Screen =
  | "overview"
  | "approvals"
  | "activity"
  | "agents"
  | "sessions"
  | "policy"
  | "integrations"
  | "settings"
  | "help"
  | "log";

/** An entry of the ledger, or an intent whose entries are yet to be found. */
export type Opened = { readonly sequence: number } | { readonly intentId: string; readonly agentDid: string };

export interface OpenedSession {
  readonly agentDid: string;
  readonly sessionId: string;
}

export interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "problem";
  readonly action?: NoticeAction;
}

/** What a notice offers to do. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
}

export interface Connecting {
  readonly id: string;
  readonly name: string;
  readonly action: "connect" | "repair" | "disconnect";
  readonly scope: ConnectorScope;
}

interface UiState {
  readonly screen: Screen;
  readonly approvalId: string | undefined;
  readonly agentDid: string | undefined;
  /** The feedKey of an intent. */
  readonly feedKey: string | undefined;
  /** The span of time the overview's figures are about. */
  readonly range: RangeName;
  /** The folder of the only project that is shown; undefined shows all. */
  readonly project: string | undefined;
  /** The filter of the activity screen, and the entry whose story is open. */
  readonly activity: { readonly filter: ActivityFilter; readonly opened: Opened | undefined };
  /** The session that is shown as a picture; undefined shows the latest. */
  readonly session: OpenedSession | undefined;
  readonly notices: readonly Notice[];
  /** The test intent has just been decided. */
  readonly toured: boolean;
  /** An agent's change that is shown, to be made when the person says so. */
  readonly connecting: Connecting | undefined;
  /** What the settings are searched for. */
  readonly settingWords: string;
  /** The overlay above the screens. */
  readonly overlay: "palette" | "shortcuts" | undefined;
}

export const useUi = create<UiState>()(() => ({
  screen: "overview",
  approvalId: undefined,
  agentDid: undefined,
  feedKey: undefined,
  range: "1h",
  project: undefined,
  activity: { filter: { kinds: ["verdict"], first: true }, opened: undefined },
  session: undefined,
  notices: [],
  toured: false,
  connecting: undefined,
  settingWords: "",
  overlay: undefined,
}));

export function show(screen: Screen): void {
  useUi.setState({ screen });
}

/** Shows the settings that have these words. */
export function openSetting(settingWords: string): void {
  useUi.setState({ screen: "settings", settingWords });
}

export function searchSettings(settingWords: string): void {
  useUi.setState({ settingWords });
}

export function openOverlay(overlay: UiState["overlay"]): void {
  useUi.setState({ overlay });
}

export function openConnecting(connecting: UiState["connecting"]): void {
  useUi.setState({ connecting });
}

export function markToured(toured: boolean): void {
  useUi.setState({ toured });
}

export function selectApproval(approvalId: string | undefined): void {
  useUi.setState({ approvalId });
}

export function selectAgent(agentDid: string | undefined): void {
  useUi.setState({ agentDid });
}

export function selectIntent(feedKey: string | undefined): void {
  useUi.setState({ feedKey });
}

export function setRange(range: RangeName): void {
  useUi.setState({ range });
}

/** Everywhere: the feed and the activity show the same project. */
export function chooseProject(project: string | undefined): void {
  useUi.setState(({ activity: { filter, opened } }) => {
    const { project: _before, ...rest } = filter;
    return { project, activity: { filter: project === undefined ? rest : { ...rest, project }, opened } };
  });
}

/** Shows the entries behind a figure, or the story of one of them. */
export function openActivity(filter: ActivityFilter, opened?: Opened): void {
  useUi.setState({ screen: "activity", activity: { filter, opened } });
}

export function setActivityFilter(filter: ActivityFilter): void {
  useUi.setState(({ activity }) => ({ activity: { ...activity, filter } }));
}

export function openStory(opened: Opened | undefined): void {
  useUi.setState(({ activity }) => ({ activity: { ...activity, opened } }));
}

/** Shows a session as a picture; without one, the list of them. */
export function openSession(session: OpenedSession | undefined): void {
  useUi.setState({ screen: "sessions", session });
}

const decidedHere = new Set<string>();

/** From now on the end of this request is no news. */
export function markDecided(approvalId: string): void {
  decidedHere.add(approvalId);
}

/** The engine did not accept the answer: the request still waits, and its end is news again. */
export function unmarkDecided(approvalId: string): void {
  decidedHere.delete(approvalId);
}

export function isDecidedHere(approvalId: string): boolean {
  return decidedHere.has(approvalId);
}

let lastNotice = 0;
const noticeMs = 7000;
/** Longer, because it offers an undo. */
const actionMs = 30_000;

/** Says something in the corner and to screen readers, for a while. */
export function tell(text: string, tone: Notice["tone"] = "plain", action?: NoticeAction): void {
  lastNotice += 1;
  const notice = { id: lastNotice, text, tone, ...(action === undefined ? {} : { action }) };
  useUi.setState((state) => ({ notices: [...state.notices.slice(-2), notice] }));
  setTimeout(() => dismiss(notice.id), action === undefined ? noticeMs : actionMs);
}

export function dismiss(id: number): void {
  useUi.setState((state) => ({ notices: state.notices.filter((notice) => notice.id !== id) }));
}
