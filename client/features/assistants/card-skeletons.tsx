export function CardSkeletons() {
  return (
    <div className="assistant-grid grid gap-16" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className="assistant-card stack surface outlined round-md">
          {['42%', '88%', '64%', '100%', '100%'].map((width, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other identity
            <i key={place} className="bone" style={{ width }} />
          ))}
        </div>
      ))}
    </div>
  )
}
