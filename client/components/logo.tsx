export function Logo({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 28 28" aria-hidden="true">
      <path
        d="M4 4.5A2.5 2.5 0 0 1 6.5 2h15A2.5 2.5 0 0 1 24 4.5V26l-3.3-2.6L17.3 26 14 23.4 10.7 26l-3.4-2.6L4 26z"
        fill="var(--joy-palette-primary-solidBg)"
      />
      <path
        d="M9.2 8.2c7.2.4 2 8.6 8.6 8.6"
        fill="none"
        stroke="var(--joy-palette-primary-solidColor)"
        strokeWidth={1.8}
        strokeLinecap="round"
      />
      <circle cx={9.2} cy={8.2} r={2.6} fill="var(--joy-palette-primary-solidColor)" />
      <rect
        x={16.2}
        y={14.4}
        width={4.8}
        height={4.8}
        rx={0.8}
        fill="var(--joy-palette-primary-solidColor)"
      />
    </svg>
  )
}
