import { Wrench } from 'lucide-react'

/** Stands where the graph of a flow would. */
export function ToolPicture() {
  return (
    <span className="tool-picture" aria-hidden="true">
      <Wrench size={28} strokeWidth={1.5} />
    </span>
  )
}
