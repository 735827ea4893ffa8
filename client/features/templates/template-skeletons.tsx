export function TemplateSkeletons() {
  return (
    <div className="template-grid grid unpadded unlisted flush gap-20" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className="template-card stack relative clips surface outlined round-md">
          <div className="template-thumb centered relative clips line-below" />
          <div className="template-facts stack grows">
            <i className="bone" style={{ width: '52%' }} />
            <i className="bone" style={{ width: '92%' }} />
            <i className="bone" style={{ width: '34%' }} />
          </div>
        </div>
      ))}
    </div>
  )
}
