package timing

import (
	"os"
	"strconv"
	"strings"
)

// PeakResidentBytes is the largest resident size of this process so far; 0 where the system does not tell.
func PeakResidentBytes() uint64 { return told("VmHWM:") }

// ResidentBytes is the resident size of this process; 0 where the system does not tell.
func ResidentBytes() uint64 { return told("VmRSS:") }

// ForgetPeak lets the largest size so far begin anew, if the system can; otherwise it is never too small.
func ForgetPeak() { _ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) }

func told(name string) uint64 {
	status, _ := os.ReadFile("/proc/self/status")
	for line := range strings.Lines(string(status)) {
		if rest, found := strings.CutPrefix(line, name); found {
			number, _, _ := strings.Cut(strings.TrimSpace(rest), " ")
			kibibytes, _ := strconv.ParseUint(number, 10, 64)
			return kibibytes * 1024
		}
	}
	return 0
}
