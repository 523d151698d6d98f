import { useEffect, useState } from "preact/hooks";

import { say } from "../words/words.js";

interface CopyButtonProps {
  label: string;
  /** The text, or a function that returns it. */
  text: string | (() => Promise<string>);
  onFailure?: (error: unknown) => void;
}

/** A button that copies a text and confirms it for two seconds. */
export function CopyButton({ label, text, onFailure }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), 2000);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === "string" ? text : await text());
      setIsCopied(true);
    } catch (error) {
      onFailure?.(error);
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      {isCopied ? say("game.copied") : label}
    </button>
  );
}
