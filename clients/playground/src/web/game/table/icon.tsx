/** Drawn here because not every font has these signs, and some show them as emoji. */
const PATHS = {
  first: "M5 4v16M19 4 8 12l11 8z",
  back: "M17 4 6 12l11 8z",
  forward: "M7 4l11 8-11 8z",
  last: "M19 4v16M5 4l11 8-11 8z",
  flip: "M8 20V5M8 4 4 9M8 4l4 5M16 4v15M16 20l-4-5M16 20l4-5",
} as const;

/** A sign whose words stand beside it or in the label of its button. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={PATHS[name]} />
    </svg>
  );
}
