"""What every ruleset must keep, as checks that run on any that is installed; the project's own tests run them too."""
