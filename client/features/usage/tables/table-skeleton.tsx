export function TableSkeleton() {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {[62, 48, 55, 40, 51].map((width) => (
        <i key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
