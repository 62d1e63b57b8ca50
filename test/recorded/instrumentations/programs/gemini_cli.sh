# Gemini CLI, one question with a command to run. `bash gemini_cli.sh <gemini>`
mkdir "$HOME/.gemini" "$HOME/work" && cd "$HOME/work"
cat >"$HOME/.gemini/settings.json" <<JSON
{
  "telemetry": {
    "enabled": true,
    "target": "local",
    "otlpEndpoint": "$OTEL_EXPORTER_OTLP_ENDPOINT",
    "otlpProtocol": "http",
    "logPrompts": true,
    "traces": true
  },
  "security": { "auth": { "selectedType": "gemini-api-key" } },
  "privacy": { "usageStatisticsEnabled": false },
  "tools": { "core": ["run_shell_command"] },
  "general": { "disableAutoUpdate": true }
}
JSON
GEMINI_API_KEY=$GOOGLE_API_KEY "$1" -p "Where is order 17?" --yolo --skip-trust -m gemini-2.5-flash </dev/null
