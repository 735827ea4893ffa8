const bones = ['42%', '88%', '64%', '100%', '100%', '50%']

export function StoreSkeletons() {
  return (
    <div className="store-grid grid gap-16" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6].map((card) => (
        <div key={card} className="store-card stack surface outlined round-md">
          {bones.map((width, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: bones have no other identity
            <i key={place} className="bone" style={{ width }} />
          ))}
        </div>
      ))}
    </div>
  )
}
