// Found on this laptop: each agent with its version and state, and what can be done about it.
import type { ConnectorView, ProjectConnection } from "../../shared/contract/connector.ts";
import { Button } from "../components/button.tsx";
import { useCommand } from "../state/answers.ts";
import { useConnectors, userScope } from "../state/connectors.ts";
import { type Connecting, openConnecting, tell } from "../state/ui-store.ts";
import { foundAgents as labels } from "../labels/connect.ts";
import { ConnectorMark } from "./connector-mark.tsx";

export function FoundAgents() {
  const connectors = useConnectors();
  if (connectors === undefined) {
    return (
      <p aria-live="polite" className="py-2 text-xs text-faint">
        {labels.looking}
      </p>
    );
  }
  const shown = connectors.filter(isWorthALine);
  const missing = connectors.filter((each) => !isWorthALine(each));
  return (
    <div>
      {shown.length === 0 ? <p className="py-2 text-quiet">{labels.none}</p> : null}
      <ul
        aria-label={labels.agents}
        className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-raised empty:hidden"
      >
        {shown.map((connector) => (
          <AgentRow key={connector.id} connector={connector} />
        ))}
      </ul>
      {missing.length === 0 ? null : (
        <p className="mt-2 text-xs text-faint">{labels.notInstalled(missing.map(({ name }) => name).join(", "))}</p>
      )}
    </div>
  );
}

/** What is neither installed nor connected needs no more than its name. */
function isWorthALine({ program, state, projects }: ConnectorView): boolean {
  return program !== undefined || state !== "not_connected" || projects.length > 0;
}

function AgentRow({ connector }: { connector: ConnectorView }) {
  const { id, name, program, state, detail, projects } = connector;
  const shown = program === undefined && state === "not_connected" ? "not_installed" : state;
  return (
    <li className="px-4 py-3">
      <div className="grid grid-cols-[minmax(7rem,11rem)_4.5rem_minmax(0,1fr)_auto] items-center gap-x-3 max-[639px]:grid-cols-[minmax(0,1fr)_auto] max-[639px]:gap-y-1">
        <h3 className="truncate font-medium">{name}</h3>
        <span className="truncate text-xs text-faint tabular-nums" title={program?.path}>
          {program === undefined ? null : program.version === undefined ? labels.unknownVersion : program.version}
        </span>
        <ConnectorMark state={shown} />
        <div className="flex gap-1">
          {shown === "not_installed" ? null : <Actions target={{ id, name, scope: userScope }} state={state} />}
        </div>
      </div>
      {state === "not_connected" ? null : (
        <p className="mt-0.5 max-w-2xl text-xs text-quiet">
          {detail} {state === "needs_trust" ? labels.trust(name) : null}
        </p>
      )}
      {projects.map((project) => (
        <ProjectLine key={project.folder} connector={connector} project={project} />
      ))}
    </li>
  );
}

function ProjectLine({ connector, project }: { connector: ConnectorView; project: ProjectConnection }) {
  const { folder, state, detail } = project;
  const scope = { kind: "project", folder } as const;
  return (
    <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 border-l-2 border-line pl-3 text-xs">
      <span className="min-w-0 truncate font-mono" title={folder}>
        {labels.onlyIn(folder)}
      </span>
      <ConnectorMark state={state} />
      {state === "connected" ? null : <span className="text-quiet">{detail}</span>}
      <div className="ml-auto flex gap-2">
        <Actions target={{ id: connector.id, name: connector.name, scope }} state={state} />
      </div>
    </div>
  );
}

type Target = Pick<Connecting, "id" | "name" | "scope">;

function Actions({ target, state }: { target: Target; state: ConnectorView["state"] }) {
  const { name } = target;
  const begin = (action: Connecting["action"]) => (): void => openConnecting({ ...target, action });
  if (state === "not_connected") {
    return (
      <Button look="primary" aria-label={labels.connectAgent(name)} onClick={begin("connect")}>
        {labels.connect}
      </Button>
    );
  }
  return (
    <>
      {state === "changed" ? (
        <Button look="primary" aria-label={labels.repairAgent(name)} onClick={begin("repair")}>
          {labels.repair}
        </Button>
      ) : (
        <TestButton target={target} />
      )}
      <Button look="quiet" aria-label={labels.disconnectAgent(name)} onClick={begin("disconnect")}>
        {labels.disconnect}
      </Button>
    </>
  );
}

function TestButton({ target: { id, name, scope } }: { target: Target }) {
  const test = useCommand("testConnector");
  return (
    <Button
      look="quiet"
      aria-label={labels.testAgent(name)}
      disabled={test.isPending}
      onClick={() =>
        test.mutate(
          { id, scope },
          { onSuccess: ({ passed, detail }) => tell(labels.passed(name, detail), passed ? "plain" : "problem") },
        )
      }
    >
      {test.isPending ? labels.testing : labels.test}
    </Button>
  );
}
