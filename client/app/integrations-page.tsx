import './inside.css'
import { useParams } from 'react-router'
import type { ChannelPaths } from '#client/features/integrations/channel-paths.ts'
import { ChannelScreen } from '#client/features/integrations/channel-screen.tsx'
import { IntegrationsScreen } from '#client/features/integrations/integrations-screen.tsx'
import { paths } from './paths.ts'

const channelPaths: ChannelPaths = {
  list: paths.app('integrations'),
  channel: paths.channel,
  flow: paths.canvas,
  flows: paths.home,
}

export function IntegrationsPage() {
  return <IntegrationsScreen paths={channelPaths} />
}

export function ChannelPage() {
  const { id = '' } = useParams()
  return <ChannelScreen key={id} id={id} paths={channelPaths} />
}
