export function TableSkeleton() {
  return (
    <div className="table-skeleton" aria-hidden="true">
      {[62, 48, 55, 40, 51].map((width) => (
        <i className="block backdrop-level1 round-3" key={width} style={{ width: `${width}%` }} />
      ))}
    </div>
  )
}
