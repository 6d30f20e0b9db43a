// Regular expressions in time linear to the text: an automaton whose states are made when they are first needed.
import { assertNever } from "../../../../shared/lib/result.ts";
import { literalsIn } from "./literals.ts";
import { mayHold, type Sieves } from "./trigrams.ts";
import { type Assertion, isWord, type Node, parseRegular, RegularSyntaxError } from "./syntax.ts";

const maximumProgram = 2000;
const maximumStates = 500;
/** Steps along known moves before a search gives up. */
const maximumWork = 20_000_000;
/** What each instruction costs when a move has to be worked out first. */
const newMoveWork = 16;

type Instruction =
  | { readonly op: "character"; readonly test: (code: number) => boolean; next: number }
  | { readonly op: "split"; readonly nexts: number[] }
  | { readonly op: "assert"; readonly what: Assertion; next: number }
  | { readonly op: "accept" };

/** What stands before or after a position: it decides the assertions. */
const edge = 0;
const newLine = 1;
const word = 2;
const other = 3;

interface State {
  /** Instructions waiting at this position, before assertions are followed. */
  readonly waiting: readonly number[];
  readonly before: number;
  /** Where a letter leads: most are ASCII, and an array is several times as fast as a map. */
  readonly plainMoves: (State | undefined)[];
  readonly moves: Map<number, State>;
  /** Whether the text may end here; undefined until it was asked. */
  atEnd: boolean | undefined;
}

/** What the searches of one decision share: the steps that are left, and what is known of its long texts. */
export interface SearchBudget {
  left: number;
  readonly sieves: Sieves;
}

/** Steps for all rules of one decision together: about a twentieth of a second, a tenth at worst. */
const decisionWork = 12_000_000;
/** Looking for a literal takes at most a step for so many letters. */
const literalLetters = 16;

// Made once: when nothing is left, thousands of rules fail one after the other.
const tooLong = new Error("The text is too long to be searched with this expression.");
const tooMuch = new Error("There is more text than the rules can search in one decision.");

export function newSearchBudget(): SearchBudget {
  return { left: decisionWork, sieves: new Map() };
}

export interface Regular {
  /** Whether some part of the text matches. Throws when the search would take too long, or more than what is left. */
  readonly test: (text: string, budget?: SearchBudget) => boolean;
}

/** Stands for every state in which a match is complete. */
const accepted: State = { waiting: [], before: 0, plainMoves: [], moves: new Map(), atEnd: true };

/** Throws RegularSyntaxError for what it cannot read. */
export function compileRegular(source: string): Regular {
  const tree = parseRegular(source);
  const program = assemble(tree);
  const needed = literalsIn(tree);
  let states = new Map<string, State>();
  let work = 0;

  const stateOf = (waiting: readonly number[], before: number): State => {
    const key = `${before}:${waiting.join(",")}`;
    const known = states.get(key);
    if (known !== undefined) return known;
    // Forgetting all of them bounds the memory; a search that needs more pays with its work.
    if (states.size >= maximumStates) states = new Map();
    const state: State = {
      waiting,
      before,
      plainMoves: Array.from({ length: 128 }),
      moves: new Map(),
      atEnd: undefined,
    };
    states.set(key, state);
    return state;
  };

  const move = (state: State, code: number): State => {
    const after = kindOf(code);
    const { ready, accepts, steps } = close(program, state, after);
    work += steps * newMoveWork;
    if (accepts) return accepted;
    const waiting = new Set<number>([0]);
    for (const at of ready) {
      const instruction = program[at];
      if (instruction?.op === "character" && instruction.test(code)) waiting.add(instruction.next);
    }
    return stateOf(
      [...waiting].sort((left, right) => left - right),
      after,
    );
  };

  const start = stateOf([0], edge);
  const newMove = (state: State, code: number): State => {
    const next = move(state, code);
    if (code < 128) state.plainMoves[code] = next;
    else state.moves.set(code, next);
    return next;
  };

  const atEnd = (state: State): boolean => {
    const { accepts, steps } = close(program, state, edge);
    work += steps * newMoveWork;
    return accepts;
  };

  const search = (text: string, budget: SearchBudget): boolean => {
    const most = Math.min(maximumWork, budget.left);
    work = 0;
    // Counted here and not in `work`, which is slower to reach.
    let index = 0;
    let limit = most;
    let state = start;
    try {
      for (; index < text.length; index += 1) {
        if (index > limit) throw tooLong;
        let code = text.charCodeAt(index);
        if (code >= 0xd800) {
          code = text.codePointAt(index) ?? 0;
          if (code > 0xffff) index += 1;
        }
        const known = code < 128 ? state.plainMoves[code] : state.moves.get(code);
        state = known ?? newMove(state, code);
        if (state === accepted) return true;
        if (known === undefined) limit = most - work;
      }
      state.atEnd ??= atEnd(state);
      return state.atEnd;
    } finally {
      budget.left -= work + index;
    }
  };

  const test = (text: string, budget: SearchBudget = newSearchBudget()): boolean => {
    if (budget.left <= 0) throw tooMuch;
    return holdsNeeded(needed, text, budget) && search(text, budget);
  };

  return { test };
}

interface Closed {
  /** Instructions that wait for the next letter. */
  readonly ready: readonly number[];
  readonly accepts: boolean;
  /** How many instructions were looked at, unless a match was complete. */
  readonly steps: number;
}

/** Follows everything that needs no letter. */
function close(program: readonly Instruction[], state: State, after: number): Closed {
  const seen = new Set<number>();
  const ready: number[] = [];
  const open = [...state.waiting];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at)) continue;
    seen.add(at);
    const instruction = program[at];
    if (instruction === undefined) continue;
    if (instruction.op === "accept") return { ready, accepts: true, steps: 0 };
    if (instruction.op === "character") ready.push(at);
    else if (instruction.op === "split") open.push(...instruction.nexts);
    else if (holds(instruction.what, state.before, after)) open.push(instruction.next);
  }
  return { ready, accepts: false, steps: seen.size };
}

/** Whether the text holds one of the literals that every match contains. */
function holdsNeeded(needed: readonly string[], text: string, budget: SearchBudget): boolean {
  for (const literal of needed) {
    budget.left -= 1;
    if (!mayHold(budget.sieves, text, literal)) continue;
    budget.left -= Math.ceil(text.length / literalLetters);
    if (text.includes(literal)) return true;
  }
  return needed.length === 0;
}

/** Instruction 0 is where every match begins. */
function assemble(root: Node): readonly Instruction[] {
  const program: Instruction[] = [];
  const push = (instruction: Instruction): number => {
    if (program.length >= maximumProgram)
      throw new RegularSyntaxError("It is too large once its repeats are written out.", 0);
    program.push(instruction);
    return program.length - 1;
  };

  /** Writes the node so that it goes on at `next`, and returns where it begins. */
  const write = (node: Node, next: number): number => {
    switch (node.kind) {
      case "empty":
        return next;
      case "character":
        return push({ op: "character", test: node.test, next });
      case "assertion":
        return push({ op: "assert", what: node.what, next });
      case "sequence":
        return node.items.reduceRight((after, item) => write(item, after), next);
      case "choice":
        return push({ op: "split", nexts: node.items.map((item) => write(item, next)) });
      case "repeat":
        return writeRepeat(node, next);
      default:
        return assertNever(node);
    }
  };

  const writeRepeat = (node: Node & { readonly kind: "repeat" }, next: number): number => {
    let after = next;
    if (node.most === Infinity) {
      const nexts: number[] = [];
      after = push({ op: "split", nexts });
      nexts.push(write(node.item, after), next);
    } else {
      for (let extra = node.least; extra < node.most; extra += 1) {
        after = push({ op: "split", nexts: [write(node.item, after), next] });
      }
    }
    for (let needed = 0; needed < node.least; needed += 1) after = write(node.item, after);
    return after;
  };

  // The entry comes first, so that the start of a match has a number before the rest is written.
  const nexts: number[] = [];
  push({ op: "split", nexts });
  nexts.push(write(root, push({ op: "accept" })));
  return program;
}

function holds(what: Assertion, before: number, after: number): boolean {
  switch (what) {
    case "begin":
      return before === edge;
    case "end":
      return after === edge;
    case "line_begin":
      return before === edge || before === newLine;
    case "line_end":
      return after === edge || after === newLine;
    case "word":
      return (before === word) !== (after === word);
    case "not_word":
      return (before === word) === (after === word);
    default:
      return assertNever(what);
  }
}

function kindOf(code: number): number {
  if (code === 10) return newLine;
  return isWord(code) ? word : other;
}
