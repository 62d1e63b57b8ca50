# Claude Code, one question with a command to run and one that the model refuses. `bash claude_code.sh <claude>`
mkdir "$HOME/work" && cd "$HOME/work"
"$1" -p "Where is order 17?" --tools Bash --allowedTools Bash --model claude-sonnet-4-5 </dev/null
"$1" -p fail --tools Bash --model claude-sonnet-4-5 </dev/null || true
