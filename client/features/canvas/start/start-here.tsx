import { Button } from '@mui/joy'
import { ArrowRight } from 'lucide-react'
import { useDefaultModel } from '#client/components/use-default-model.ts'
import { useTexts } from '#client/texts/texts.tsx'
import { startModel } from '#shared/start-model.ts'
import { useKeyMap } from '../board/key-map.ts'
import type { View } from '../board/use-view.ts'
import { goToDock } from '../inspector/dock-focus.ts'
import { useFigures } from '../run/use-figures.ts'
import { typeOf } from '../store/document.ts'
import { useCanvas, useCanvasStore } from '../store/use-canvas.ts'
import { DescribeFirst } from './describe-first.tsx'
import { addAgent, addChain } from './first-nodes.ts'
import { FirstPicture } from './first-picture.tsx'
import { StartTemplates } from './start-templates.tsx'
import { useTypicalCost } from './use-typical-cost.ts'
import './start-here.css'

type Props = { view: View; onChat: () => void }

/** What a blank canvas begins with. It goes with the first node. */
export function StartHere({ view, onChat }: Props) {
  const { canvasStart: texts } = useTexts()
  const isAgent = useCanvas((state) => typeOf(state) === 'AGENTFLOW')
  const { shown } = useKeyMap()
  const { keys } = shown('add')
  return (
    <div className="start-here" data-agent={isAgent || undefined}>
      <section aria-labelledby="start-here-title">
        <header>
          <h2 id="start-here-title">{texts.title}</h2>
          <p>{isAgent ? texts.agentText : texts.text}</p>
        </header>
        {isAgent ? <AgentStart /> : <ChainStart view={view} onChat={onChat} />}
        <div className="start-ways">
          <StartTemplates view={view} type={isAgent ? 'AgentflowV2' : 'Chatflow'} />
          {isAgent ? <DescribeAgent /> : <DescribeFirst view={view} />}
        </div>
        <footer>
          <span>
            {keys && <kbd>{keys}</kbd>} {texts.addOne}
          </span>
          <span>
            {texts.dropFile} <kbd>Ctrl V</kbd>
          </span>
        </footer>
      </section>
    </div>
  )
}

function ChainStart({ view, onChat }: Props) {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  const locked = useCanvas((state) => state.locked)
  const { cost } = useFigures()
  const current = useDefaultModel()
  const micro = useTypicalCost()

  return (
    <div className="start-first">
      <FirstPicture names={[startModel, 'bufferMemory', 'conversationChain']} />
      <div>
        <h3>{texts.chain}</h3>
        <p>{texts.chainText(current?.model ?? '')}</p>
        <Button
          endDecorator={<ArrowRight size={16} />}
          disabled={locked}
          onClick={() => addChain(store, view, undefined, onChat)}
        >
          {texts.addChain}
        </Button>
        {micro !== undefined && <p className="start-cost">{texts.perMessage(cost(micro))}</p>}
      </div>
    </div>
  )
}

function AgentStart() {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  const locked = useCanvas((state) => state.locked)

  function add() {
    addAgent(store)
    goToDock(store, 'inspector')
  }

  return (
    <div className="start-first">
      <FirstPicture names={['startAgentflow', 'agentAgentflow']} />
      <div>
        <h3>{texts.agent}</h3>
        <p>{texts.agentHint}</p>
        <Button endDecorator={<ArrowRight size={16} />} disabled={locked} onClick={add}>
          {texts.addAgent}
        </Button>
      </div>
    </div>
  )
}

function DescribeAgent() {
  const { canvasStart: texts } = useTexts()
  const store = useCanvasStore()
  return (
    <div className="start-describe">
      <h3>{texts.describe}</h3>
      <p>{texts.describeAgent}</p>
      <Button variant="outlined" color="neutral" onClick={() => goToDock(store, 'generate')}>
        {texts.openDescribe}
      </Button>
    </div>
  )
}
