// Which attachments a person has put there, and which the client writes for the model alone.

/** Files, pictures and lines that stand beside a prompt. */
export const FILE_ATTACHMENTS: ReadonlySet<string> = new Set([
  'file',
  'image',
  'document',
  'edited_text_file',
  'compact_file_reference',
  'selected_lines_in_ide',
])

/** They say nothing to a person. All others do, also those that nobody knows yet. */
export const CONTEXT_ATTACHMENTS: ReadonlySet<string> = new Set(
  (
    'nested_memory thinking_stripped tool_results_cut deferred_tools_delta deferred_tools_record agent_listing_delta ' +
    'mcp_instructions_delta skill_listing prompt_snapshot environment model session_context date plan_mode ' +
    'plan_mode_exit plan_mode_reentry task_reminder todo_reminder auto_mode auto_mode_exit instructions ' +
    'remote_session_change task_status'
  ).split(' '),
)
