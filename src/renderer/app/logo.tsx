// The logo: two towers and a gate.
export function Logo() {
  return (
    <svg viewBox="0 0 20 20" width={18} height={18} aria-hidden className="shrink-0 text-ink">
      <path
        d="M1.5 3h2v1.6h1.6V3h2v1.6h5.8V3h2v1.6h1.6V3h2v14.5h-5.2V12a3.3 3.3 0 0 0-6.6 0v5.5H1.5Z"
        fill="currentColor"
      />
    </svg>
  );
}
