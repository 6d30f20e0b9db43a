// Chooses one project, or all of them.
import { Check, ChevronDown, FolderGit2 } from "lucide-react";
import { projectSwitcher as labels } from "../labels/components.ts";
import { projectName } from "../labels/outcomes.ts";
import { visibleLine } from "../../shared/lib/visible.ts";
import { Button } from "./button.tsx";
import { menuLine, Popover, PopoverClose } from "./popover.tsx";

export interface ProjectSwitcherProps {
  /** Folders, the most recently used first. */
  readonly projects: readonly string[];
  readonly project: string | undefined;
  readonly onChange: (project: string | undefined) => void;
}

export function ProjectSwitcher({ projects, project, onChange }: ProjectSwitcherProps) {
  const choices = project === undefined || projects.includes(project) ? projects : [project, ...projects];
  if (choices.length === 0) return null;
  const line = (folder: string | undefined, words: string) => (
    <PopoverClose asChild key={folder ?? ""}>
      <button type="button" className={menuLine} aria-pressed={folder === project} onClick={() => onChange(folder)}>
        <Check size={13} aria-hidden className={folder === project ? "" : "invisible"} />
        <span className="min-w-0 flex-1 truncate" title={folder}>
          {words}
        </span>
      </button>
    </PopoverClose>
  );
  return (
    <Popover
      label={labels.projects}
      button={
        <Button look="quiet" aria-label={labels.switchTo(project === undefined ? labels.all : projectName(project))}>
          <FolderGit2 size={13} aria-hidden />
          <span className="max-w-32 truncate">
            {project === undefined ? labels.all : visibleLine(projectName(project))}
          </span>
          <ChevronDown size={12} aria-hidden />
        </Button>
      }
    >
      {line(undefined, labels.all)}
      {choices.map((folder) => line(folder, visibleLine(projectName(folder))))}
    </Popover>
  );
}

/** The projects of a list of actions, the newest first. */
export function projectsOf(items: readonly { readonly workspace?: string }[]): readonly string[] {
  return [...new Set(items.flatMap(({ workspace }) => workspace ?? []))];
}
