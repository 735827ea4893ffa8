import { Wrench } from 'lucide-react'

export function ToolPicture() {
  return (
    <span className="tool-picture text-tertiary" aria-hidden="true">
      <Wrench size={28} strokeWidth={1.5} />
    </span>
  )
}
