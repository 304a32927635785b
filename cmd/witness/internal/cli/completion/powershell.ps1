# Completion of witness for PowerShell: put it into your $PROFILE.
Register-ArgumentCompleter -Native -CommandName witness -ScriptBlock {
    param($word, $line, $cursor)
    $before = @($line.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursor } | ForEach-Object { "$_" })
    witness complete "--word=$word" -- @before 2>$null | ForEach-Object {
        $name, $help = $_ -split "`t", 2
        if (-not $help) { $help = $name }
        [System.Management.Automation.CompletionResult]::new($name, $name, 'ParameterValue', $help)
    }
}
