# Codex, one question with a command to run. `bash codex.sh <codex>`
mkdir "$HOME/.codex" "$HOME/work" && cd "$HOME/work"
cat >"$HOME/.codex/config.toml" <<TOML
model = "gpt-4o-mini"
model_provider = "shop"
check_for_update_on_startup = false
[model_providers.shop]
name = "shop"
base_url = "$OPENAI_BASE_URL"
env_key = "OPENAI_API_KEY"
wire_api = "responses"
[analytics]
enabled = false
[otel]
log_user_prompt = true
exporter = { otlp-http = { endpoint = "$OTEL_EXPORTER_OTLP_ENDPOINT/v1/logs", protocol = "binary" } }
TOML
"$1" exec --skip-git-repo-check --dangerously-bypass-approvals-and-sandbox "Where is order 17?" </dev/null
