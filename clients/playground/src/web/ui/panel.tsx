import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

interface PanelProps {
  title: string;
  children: ComponentChildren;
}

/** A card with a heading. */
export function Panel({ title, children }: PanelProps) {
  const id = useId();
  return (
    <section class="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A card that is folded at first; its content is rendered only while it is open. */
export function FoldedPanel({ title, children }: PanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details class="panel" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary><h2>{title}</h2></summary>
      {isOpen && children}
    </details>
  );
}
