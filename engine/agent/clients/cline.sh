#!/bin/sh
# Reports Cline's events to witness: written by "witness init cline", deleted by
# "witness init cline --remove".
env witness hook cline 2>/dev/null || cat >/dev/null
exit 0
