# awk -f wins-2004.awk CONTEST BALLOTS...: print the winner by the rules of 2004, scoring
# 1, 3 and 4, as "E1 Parrot". For contests without ties after these.
FNR == 1 { file++ }
file == 1 && /^\[/ { section = $1 }
file == 1 && section == "[entries]" && / = / { name[$1] = $1 " " $3 }
file == 1 && section == "[stations]" && /^E.* = / { entry[$3] = $1 }
file == 1 && section == "[preliminary]" && / = / { preliminary[$1] = $3 }
file > 1 && FNR > 1 {
    split($0, column, ",")
    split(column[6], station, " ")
    split(column[9], points, " ")
    for (i in station)
        if (station[i] in entry) {
            won[entry[station[i]]] += points[i] >= 51
            total[entry[station[i]]] += points[i]
        }
}
END {
    for (e in name) {
        merit = won[e] * 1000000 + total[e] * 1000 + preliminary[e]
        if (merit > best) {
            best = merit
            winner = name[e]
        }
    }
    print winner
}
