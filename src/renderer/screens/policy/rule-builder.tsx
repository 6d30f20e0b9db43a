// A new rule of a common form, without writing YAML. It becomes part of the draft: nothing is in force before that is saved.
import { Plus } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { Button } from "../../components/button.tsx";
import { Popover } from "../../components/popover.tsx";
import { Segmented } from "../../components/segmented.tsx";
import { ruleBuilder as labels } from "../../labels/policy-rules.ts";
import { edit, goTo } from "./draft.ts";
import { namesIn, type NewRule, newRuleEffects, newRuleForms, ruleName, ruleText, withRule } from "./new-rule.ts";
import { lineOfRule } from "./rules.ts";
import type { PolicyDraft } from "./use-policy-draft.ts";

export function RuleBuilder({ draft }: { draft: Pick<PolicyDraft, "text" | "currentId" | "original"> }) {
  const [open, setOpen] = useState(false);
  const [effect, setEffect] = useState<NewRule["effect"]>("escalate");
  const [form, setForm] = useState<NewRule["form"]>("programs");
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const rule: NewRule = { effect, form, values: namesIn(typed), reason };
  const name = ruleName(rule, draft.text);
  const next = rule.values.length === 0 ? undefined : withRule(draft.text, rule, name);
  const add = (): void => {
    if (next === undefined) return;
    edit(next, draft.currentId, draft.original);
    goTo(lineOfRule(next, name) ?? 1);
    setOpen(false);
    setTyped("");
    setReason("");
  };
  return (
    <Popover
      wide
      align="end"
      label={labels.title}
      open={open}
      onOpenChange={setOpen}
      button={
        <Button>
          <Plus size={13} aria-hidden />
          {labels.title}
        </Button>
      }
    >
      <form
        className="space-y-2.5 p-2"
        onSubmit={(event) => {
          event.preventDefault();
          add();
        }}
      >
        <Segmented
          label={labels.effect}
          value={effect}
          segments={newRuleEffects.map((value) => ({ value, label: labels.effects[value] }))}
          onChange={setEffect}
        />
        <Segmented
          label={labels.form}
          value={form}
          segments={newRuleForms.map((value) => ({ value, label: labels.forms[value] }))}
          onChange={setForm}
        />
        <Field label={labels.names[form]} placeholder={labels.examples[form]} value={typed} onChange={setTyped} mono />
        <Field label={labels.reason} placeholder={labels.reasonExample} value={reason} onChange={setReason} />
        {rule.values.length === 0 ? null : next === undefined ? (
          <p className="text-xs text-danger">{labels.writeYourself}</p>
        ) : (
          <pre
            aria-label={labels.preview}
            className="selectable rounded-md border border-line bg-surface p-2 font-mono text-2xs break-words whitespace-pre-wrap"
          >
            {ruleText(rule, name, 0)}
          </pre>
        )}
        <div className="flex items-center gap-3">
          <p className="min-w-0 flex-1 text-2xs text-faint">{labels.notYet}</p>
          <Button look="primary" type="submit" disabled={next === undefined}>
            {labels.add}
          </Button>
        </div>
      </form>
    </Popover>
  );
}

interface FieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  readonly mono?: boolean;
  readonly onChange: (value: string) => void;
}

function Field({ label, placeholder, value, mono = false, onChange }: FieldProps): ReactNode {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="block text-xs text-quiet">
        {label}
      </label>
      <input
        id={id}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        className={`mt-0.5 h-7 w-full rounded-md border border-edge bg-raised px-2 placeholder:text-faint ${mono ? "font-mono text-xs" : ""}`}
      />
    </div>
  );
}
