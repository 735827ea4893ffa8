export { ChatSide, useChatDock, useChatReason } from './chat-side.tsx'
export { ConnectTo, LinkList } from './link-section.tsx'
export { RightDock } from './right-dock.tsx'
