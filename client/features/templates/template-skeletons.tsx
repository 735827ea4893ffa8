export function TemplateSkeletons() {
  return (
    <div className="template-grid" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className="template-card">
          <div className="template-thumb" />
          <div className="template-facts">
            <i className="bone" style={{ width: '52%' }} />
            <i className="bone" style={{ width: '92%' }} />
            <i className="bone" style={{ width: '34%' }} />
          </div>
        </div>
      ))}
    </div>
  )
}
