// Every tool, in the order in which they are listed. None runs a program, reveals a secret, approves an origin or changes a setting.

import type { Tool } from './tool.ts'
import { connectTool, getCardTool } from './tools/agents.ts'
import { runChecksTool } from './tools/checks.ts'
import { sendMessageTool } from './tools/messages.ts'
import { exportSessionTool } from './tools/sessions.ts'
import { cancelTaskTool, getTaskTool, listTasksTool, waitForTaskTool } from './tools/tasks.ts'
import { listWebhookCallsTool, webhookReceiverTool } from './tools/webhooks.ts'
import { getExchangeTool, listExchangesTool, listFindingsTool } from './tools/wire.ts'

export const tools: readonly Tool[] = [
  connectTool,
  getCardTool,
  sendMessageTool,
  waitForTaskTool,
  getTaskTool,
  listTasksTool,
  cancelTaskTool,
  listExchangesTool,
  getExchangeTool,
  listFindingsTool,
  runChecksTool,
  webhookReceiverTool,
  listWebhookCallsTool,
  exportSessionTool,
]
