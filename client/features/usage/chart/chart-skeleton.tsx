const heights = [
  38, 64, 42, 40, 60, 62, 54, 66, 70, 44, 58, 62, 74, 57, 69, 68, 46, 50, 84, 70, 88, 80, 64, 92,
]

export function ChartSkeleton() {
  return (
    <div className="chart-skeleton" aria-hidden="true">
      {heights.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: bones have no identity besides their place
        <i key={place} style={{ height: `${height}%` }} />
      ))}
    </div>
  )
}
