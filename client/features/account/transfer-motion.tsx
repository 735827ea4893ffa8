export function TransferMotion({ isInward = false }: { isInward?: boolean }) {
  return (
    <svg
      className="transfer-motion at-most-full"
      data-inward={isInward || undefined}
      viewBox="0 0 240 72"
      width="240"
      height="72"
      aria-hidden="true"
    >
      <rect x="4" y="6" width="52" height="24" rx="4" />
      <rect x="4" y="42" width="52" height="24" rx="4" />
      <path className="transfer-thread unfilled" d="M56 18 C 108 18, 112 36, 168 36" />
      <path className="transfer-thread unfilled" d="M56 54 C 108 54, 112 36, 168 36" />
      <path className="transfer-file" d="M176 8 h36 l16 16 v40 h-52 z M212 8 v16 h16" />
    </svg>
  )
}
