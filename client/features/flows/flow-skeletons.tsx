import { FlowFingerprint } from '#client/components/fingerprint.tsx'
import type { Thumbnail } from '#shared/flows.ts'

const ghost: Thumbnail = {
  boxes: [
    { x: 0, y: 0, width: 320, height: 130, kind: 'any', rows: 0 },
    { x: 0, y: 200, width: 320, height: 120, kind: 'any', rows: 0 },
    { x: 0, y: 390, width: 320, height: 130, kind: 'any', rows: 0 },
    { x: 480, y: 80, width: 320, height: 340, kind: 'any', rows: 0 },
    { x: 960, y: 160, width: 320, height: 240, kind: 'any', rows: 0 },
  ],
  threads: [
    { from: 0, to: 3, kind: 'any' },
    { from: 1, to: 3, kind: 'any' },
    { from: 2, to: 3, kind: 'any' },
    { from: 3, to: 4, kind: 'any' },
  ],
}

export function FlowSkeletons() {
  return (
    <div className="flow-grid grid gap-16 unpadded unlisted flush" aria-hidden="true">
      {[1, 2, 3, 4, 5, 6, 7, 8].map((card) => (
        <div key={card} className="flow-card relative clips surface outlined round-md">
          <div className="flow-thumb centered line-below">
            <FlowFingerprint ghost thumbnail={ghost} width={300} height={136} />
          </div>
          <div className="flow-facts">
            <i className="bone" style={{ width: '48%' }} />
            <i className="bone" style={{ width: '88%' }} />
            <i className="bone" style={{ width: '70%' }} />
          </div>
        </div>
      ))}
    </div>
  )
}
